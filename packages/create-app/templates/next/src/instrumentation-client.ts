// Next runs this file in the browser, before the page starts.
if (process.env.NODE_ENV === 'development')
  void import('./burner').then(({ installBurner }) => installBurner())
