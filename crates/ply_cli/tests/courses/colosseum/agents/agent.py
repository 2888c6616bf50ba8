class Agent:
    def __init__(self):
        self.autoplay = True
