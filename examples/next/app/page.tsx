import { headers } from 'next/headers'
import { getSiwx } from './siwx'
import { Account } from './wallet'

export default async function Page() {
  // The account comes from the session cookie, which the server verified. Nothing that the browser
  // claims decides what is drawn here.
  const session = await getSiwx().getSession({ headers: await headers() })
  return (
    <main>
      <h1>My shop</h1>
      <Account />
      {session && <p data-orders>Orders of {session.accountAddress}</p>}
    </main>
  )
}
