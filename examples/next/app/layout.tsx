import { headers } from 'next/headers'
import type { ReactNode } from 'react'
import { Wallet } from './wallet'

export const metadata = { title: 'My shop', icons: { icon: 'data:,' } }

export default async function Layout({ children }: { children: ReactNode }) {
  await headers() // drawn for each request: the nonce of proxy.ts is in its scripts
  return (
    <html lang="en">
      <body>
        <Wallet>{children}</Wallet>
      </body>
    </html>
  )
}
