import { Account } from './Account'

export default function Page() {
  return (
    <main>
      <h1>my-latchkey-app</h1>
      <Account />
    </main>
  )
}
