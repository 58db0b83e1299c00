// Sources and adaptors.
