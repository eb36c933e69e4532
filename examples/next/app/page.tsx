import { headers } from 'next/headers'
import { getSiwx } from './siwx'
import { Account } from './wallet'

export default async function Page() {
  // Of the cookie, and so of the server's own knowledge: nothing that a page says of itself decides what is drawn here.
  const session = await getSiwx().getSession({ headers: await headers() })
  return (
    <main>
      <h1>My shop</h1>
      <Account />
      {session && <p data-orders>Orders of {session.accountAddress}</p>}
    </main>
  )
}
