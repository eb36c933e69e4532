const RESULT = 'result_uri'

const isResult = (pair: string): boolean => pair === RESULT || pair.startsWith(`${RESULT}=`)

/** An address without the result of a sign-in in its query; all else of it stays as it is. */
export function withoutResult(address: string): string {
  const [, path = '', query = '', hash = ''] = /^([^?#]*)\??([^#]*)(.*)$/s.exec(address) ?? []
  const rest = query.split('&').filter((pair) => pair && !isResult(pair))
  return `${path}${rest.length ? `?${rest.join('&')}` : ''}${hash}`
}

/** Reads the result of a sign-in out of the page's address, and takes it away from there. */
export function takeResult(): string | undefined {
  const uri = new URLSearchParams(location.search).get(RESULT)
  if (uri === null) return undefined
  history.replaceState(history.state, '', withoutResult(location.href))
  return uri
}
