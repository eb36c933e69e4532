import type { ReactNode } from 'react'
import '../style.css'
import { Wallet } from './Wallet'

export const metadata = { title: 'my-latchkey-app', icons: { icon: 'data:,' } }

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <Wallet>{children}</Wallet>
      </body>
    </html>
  )
}
