import { Account } from './account'

export default function Page() {
  return (
    <main>
      <h1>My shop</h1>
      <Account />
    </main>
  )
}
