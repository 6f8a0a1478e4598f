"""Commands to groups of screens, rolling configurations, and screens that show something else."""
