"""Frames: pictures of what the steps do, one after the other, recorded from the steps themselves."""
