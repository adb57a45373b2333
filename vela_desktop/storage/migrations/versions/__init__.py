"""One module per revision. The revision's number is the database's ``user_version``."""
