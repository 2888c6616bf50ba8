"""What an agent of the course may import, for one that came without the course's own package."""
