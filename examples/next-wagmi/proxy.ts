import { NextResponse, type NextRequest } from 'next/server'

/** The strictest policy that Next allows: its inline scripts carry a nonce. Latchkey needs no exception. */
export function proxy(request: NextRequest) {
  const nonce = btoa(crypto.randomUUID())
  const policy =
    `default-src 'none'; script-src 'self' 'nonce-${nonce}' 'strict-dynamic'; ` +
    `style-src 'self' 'nonce-${nonce}'; img-src 'self' data:; connect-src 'self'; ` +
    `base-uri 'none'; form-action 'none'`
  const headers = new Headers(request.headers)
  headers.set('x-nonce', nonce)
  headers.set('content-security-policy', policy)
  const response = NextResponse.next({ request: { headers } })
  response.headers.set('content-security-policy', policy)
  return response
}

export const config = { matcher: '/((?!_next/static|favicon.ico).*)' }
