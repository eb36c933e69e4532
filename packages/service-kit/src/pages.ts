import { type RequestListener } from 'node:http'

/** A plain answer for those who run the service. */
export interface Page {
  status: number
  type: string
  body: string
}

/** Headers that every page has. */
export const PAGE_HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
} as const

/** @param state `ok` is answered with 200, any other word with 503 */
export const healthPage = (
  state: string,
  fields: Readonly<Record<string, unknown>> = {},
): Page => ({
  status: state === 'ok' ? 200 : 503,
  type: 'application/json',
  body: `${JSON.stringify({ status: state, ...fields })}\n`,
})

/** @param body in Prometheus' text format 0.0.4 */
export const metricsPage = (body: string): Page => ({
  status: 200,
  type: 'text/plain; version=0.0.4',
  body,
})

/** Serves pages by their path; a page that fails is answered with 503. */
export const createPages =
  (pages: Readonly<Record<string, () => Page | Promise<Page>>>): RequestListener =>
  (request, response) => {
    const path = request.url?.split('?')[0] ?? ''
    const page = request.method === 'GET' && Object.hasOwn(pages, path) ? pages[path] : undefined
    const respond = ({ status, type, body }: Page): void => {
      response.writeHead(status, { 'content-type': type, ...PAGE_HEADERS }).end(body)
    }
    if (!page) return respond({ status: 404, type: 'text/plain', body: 'Not found\n' })
    Promise.resolve()
      .then(page)
      .then(respond, () => respond({ status: 503, type: 'text/plain', body: 'Not now\n' }))
  }
