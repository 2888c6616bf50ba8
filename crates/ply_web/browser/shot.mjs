// One screenshot: node shot.mjs URL FILE [WIDTHxHEIGHT] [light|dark] [JavaScript to run first]
import { openBrowser } from "./lib/browser.mjs";

const [url = "", file = "shot.png", size = "1280x800", theme = "light", script = ""] = process.argv.slice(2);
const [width = 1280, height = 800] = size.split("x").map(Number);
const browser = await openBrowser();
const page = await browser.newPage({ viewport: { width, height }, colorScheme: theme === "dark" ? "dark" : "light" });
page.on("console", (message) => console.log(message.type(), message.text()));
page.on("pageerror", (error) => console.log("error", error));
await page.goto(url);
await page.waitForSelector("main > *");
if (script) await new Function("page", `return (async () => { ${script} })()`)(page);
await page.waitForTimeout(400);
await page.screenshot({ path: file, fullPage: process.env.FULL === "1" });
await browser.close();
