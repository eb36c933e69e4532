// Text of comments as Markdown that the generator does not take for elements or expressions.

/** @param {string} text in Markdown; code in backticks stays as it is */
export const harmless = (text) =>
  text
    .split(/(`[^`]*`)/)
    .map((part, index) =>
      index % 2 ? part : part.replaceAll('<', '&lt;').replaceAll('{{', '{<!-- -->{'),
    )
    .join('')
