"""Frames: pictures of the steps at work, one after the other, recorded from the steps themselves."""
