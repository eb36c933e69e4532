/**
 * Makes one JSON-RPC call over HTTP and returns its result. Throws an error with the method and the
 * node's message where the node answers an error.
 * @type {typeof import('./index.d.mts').request}
 */
export async function request(url, method, params = []) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = /** @type {{ result?: unknown, error?: { message: string } }} */ (
    await response.json()
  )
  if (error) throw new Error(`${method}: ${error.message}`)
  return result
}
