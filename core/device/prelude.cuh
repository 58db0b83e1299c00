// Types by width.
