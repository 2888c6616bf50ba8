"""Fits a champion's network to examples that `teach` of ply_lab wrote, on a GPU where there is one.

    python train.py OUT.safetensors EXAMPLES.safetensors... [--width N] [--epochs N] [--share S] [--no-rows]

The network is the one of `crates/ply_agents/src/network`: rows that hold and inputs that count add to sums; cut to
[0, 1] and weighted by stage they give the exponent of the logistic function, with a share of the evaluator's opinion. A
position's target is the search's chance mixed with the game's result, where no random move came between. The last
twentieth of each file is kept for the test. Weights are written as whole numbers of 16 bits.
"""

import argparse
import json
import math
import struct
import time

import torch
from safetensors.torch import load_file, save_file

WEIGHT_ONE = 1024
STAGE_ONE = 256
# Sums of inputs must not run over 16 bits: what the network never sees beyond this it need not represent.
FARTHEST = 12.0


def metadata(path):
    with open(path, "rb") as file:
        header = json.loads(file.read(struct.unpack("<Q", file.read(8))[0]))
    return {key: int(value) for key, value in header["__metadata__"].items()}


class Network(torch.nn.Module):
    def __init__(self, rows, inputs, stages, width, mean, spread):
        super().__init__()
        # The last row stands for none.
        self.rows = torch.nn.EmbeddingBag(rows + 1, width, mode="sum", padding_idx=rows)
        torch.nn.init.uniform_(self.rows.weight, -0.15, 0.15)
        with torch.no_grad():
            self.rows.weight[rows] = 0.0
        self.inputs = torch.nn.Parameter(torch.empty(inputs, width).uniform_(-0.15, 0.15))
        # Inputs are learnt from their mean on, in units of their own spread.
        self.register_buffer("mean", mean)
        self.register_buffer("scale", 1 / spread)
        self.start = torch.nn.Parameter(torch.full((width,), 0.5 if inputs else 0.1))
        self.weights = torch.nn.Parameter(torch.empty(stages, width).uniform_(-0.2, 0.2))
        self.biases = torch.nn.Parameter(torch.zeros(stages))
        self.shares = torch.nn.Parameter(torch.ones(stages))

    def sums(self, rows, inputs):
        sums = self.start + ((inputs - self.mean) * self.scale) @ self.inputs
        return sums if rows is None else sums + self.rows(rows)

    def forward(self, rows, inputs, stage, opinion):
        sums = self.sums(rows, inputs)
        cut = sums.clamp(0, 1)
        answer = (cut * self.weights[stage]).sum(1) + self.biases[stage] + self.shares[stage] * opinion
        return answer, sums

    def quantise(self, one):
        """The weights as they are written, and the network rounded to them."""
        whole = lambda values, unit, most: (values * unit).round().clamp(-most, most)
        rows = whole(self.rows.weight[:-1], one, 32767)
        inputs = whole(self.inputs * self.scale[:, None], one, 32767)
        # Sums are counted modulo 65536: only what all of it comes to must fit.
        start = whole(self.start * one - self.mean @ inputs, 1, 1 << 30)
        start = (start + 32768) % 65536 - 32768
        tensors = {
            "rows": rows,
            "inputs": inputs,
            "start": start,
            "weights": whole(self.weights, WEIGHT_ONE, 32767),
            "biases": whole(self.biases, STAGE_ONE, 32767),
            "shares": whole(self.shares, STAGE_ONE, 32767),
        }
        return {name: tensor.detach().to(torch.int16).cpu().contiguous() for name, tensor in tensors.items()}


def examples(paths, device):
    """The tensors of all files, to learn and to test."""
    parts = [[], []]
    for path in paths:
        tensors = load_file(path)
        split = len(tensors["stage"]) * 19 // 20
        parts[0].append({name: tensor[:split] for name, tensor in tensors.items() if name != "mirror"})
        parts[1].append({name: tensor[split:] for name, tensor in tensors.items() if name != "mirror"})
    rows = metadata(paths[0])["rows"]
    # What stands behind the last row of every position is padding.
    width = max(int((file["rows"] != rows).any(0).sum()) for part in parts for file in part)

    def joined(files):
        for file in files:
            file["rows"] = torch.nn.functional.pad(file["rows"], (0, width), value=rows)[:, :width]
        return {name: torch.cat([file[name] for file in files]).to(device) for name in files[0]}

    mirror = torch.cat([load_file(paths[0])["mirror"][:rows].long(), torch.tensor([rows])])
    return joined(parts[0]), joined(parts[1]), mirror.to(device)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out")
    parser.add_argument("examples", nargs="+")
    parser.add_argument("--width", type=int)
    parser.add_argument("--epochs", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=math.inf, help="stop learning after so long")
    parser.add_argument("--batch", type=int, default=8192)
    parser.add_argument("--rate", type=float, default=0.003)
    parser.add_argument("--share", type=float, default=0.5, help="of the game's result in the target")
    parser.add_argument("--no-rows", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    shape = metadata(options.examples[0])
    train, test, mirror = examples(options.examples, device)
    one, width = shape["one"], options.width or shape["width"]
    count = len(train["stage"])
    print(f"{count} positions to learn, {len(test['stage'])} to test, on {device}", flush=True)
    some = train["inputs"][: 1 << 18].double()
    mean, spread = some.mean(0), (some.square().mean(0) - some.mean(0).square()).sqrt().clamp(min=1e-3)
    network = Network(shape["rows"], shape["inputs"], shape["stages"], width, mean.float(), spread.float()).to(device)

    def target(part, at):
        result, chance = part["result"][at], part["chance"][at]
        return torch.where(result < 0, chance, (1 - options.share) * chance + options.share * result)

    def answer(part, at, mirrored):
        rows = None
        if not options.no_rows:
            rows = part["rows"][at].long()
            rows = mirror[rows] if mirrored else rows
        return network(rows, part["inputs"][at].float(), part["stage"][at].long(), part["opinion"][at])

    loss_of = torch.nn.functional.binary_cross_entropy_with_logits

    def test_loss():
        with torch.no_grad():
            losses = []
            for at in torch.arange(len(test["stage"]), device=device).split(1 << 16):
                losses.append(loss_of(answer(test, at, False)[0], target(test, at), reduction="sum"))
            return (sum(losses) / len(test["stage"])).item()

    with torch.no_grad():
        every = torch.arange(len(test["stage"]), device=device)
        wanted = target(test, every)
        floor = loss_of(torch.logit(wanted.clamp(1e-6, 1 - 1e-6)), wanted).item()
        best = min(loss_of(test["opinion"] * share / 10, wanted).item() for share in range(1, 31))
        print(f"the target itself {floor:.4f}, the opinion alone {best:.4f}", flush=True)
    optimiser = torch.optim.Adam(network.parameters(), lr=options.rate)
    begun = time.time()
    for epoch in range(options.epochs):
        done = max(epoch / options.epochs, (time.time() - begun) / options.seconds)
        if done >= 1:
            break
        for group in optimiser.param_groups:
            group["lr"] = options.rate * max(1 - done, 0.02)
        total = 0.0
        for step, at in enumerate(torch.randperm(count, device=device).split(options.batch)):
            output, sums = answer(train, at, step % 2 == 1)
            loss = loss_of(output, target(train, at))
            beyond = (sums.abs() - FARTHEST).clamp(min=0).mean()
            optimiser.zero_grad(set_to_none=True)
            (loss + beyond).backward()
            optimiser.step()
            with torch.no_grad():
                network.weights.clamp_(-15, 15)
                network.rows.weight.clamp_(-32000 / one, 32000 / one)
            total += loss.detach() * len(at)
        print(f"epoch {epoch + 1}: loss {total / count:.4f}, in the test {test_loss():.4f}", flush=True)
    tensors = network.quantise(one)
    # The network as it will be read: what rounding costs is part of the answer.
    with torch.no_grad():
        network.rows.weight[:-1] = tensors["rows"].to(device) / one
        network.inputs.copy_(tensors["inputs"].to(device) / one / network.scale[:, None])
        for name, unit in [("weights", WEIGHT_ONE), ("biases", STAGE_ONE), ("shares", STAGE_ONE)]:
            getattr(network, name).copy_(tensors[name].to(device) / unit)
    print(f"rounded: in the test {test_loss():.4f}", flush=True)
    if options.no_rows:
        tensors["rows"].zero_()
    save_file(tensors, options.out)


if __name__ == "__main__":
    main()
