/** A place in the page, with what a server sent for it. */
export function place(html = ''): HTMLElement {
  const host = document.body.appendChild(document.createElement('div'))
  // eslint-disable-next-line no-restricted-syntax -- a server's HTML, as a browser reads it
  host.append(document.createRange().createContextualFragment(html))
  return host
}
