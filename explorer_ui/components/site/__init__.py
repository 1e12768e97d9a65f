"""The pages of the edition without a server: training and encoding in the browser, for the components of the app."""
