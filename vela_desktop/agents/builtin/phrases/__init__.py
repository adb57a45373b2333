"""The phrases by which both languages state, qualify and withhold knowledge."""
