import { getSiwx } from '../../siwx'

/** For signed-in visitors only. */
export async function GET(request: Request): Promise<Response> {
  const session = await getSiwx().getSession(request)
  return session
    ? Response.json({ account: session.accountAddress, chain: session.chainId })
    : Response.json({ error: 'Sign in first.' }, { status: 401 })
}
