from .student_agent import StudentAgent
from .bad_agents import Liar, Sleeper, Thrower
