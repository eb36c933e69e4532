import { headers } from 'next/headers'
import type { ReactNode } from 'react'
import { cookieToInitialState } from 'wagmi'
import { makeConfig } from './config'
import { Providers } from './providers'

export const metadata = { title: 'My shop', icons: { icon: 'data:,' } }

export default async function Layout({ children }: { children: ReactNode }) {
  // Drawn for each request, because of its cookie and of the nonce that proxy.ts gives its scripts.
  const initialState = cookieToInitialState(makeConfig(), (await headers()).get('cookie'))
  return (
    <html lang="en">
      <body>
        <Providers initialState={initialState}>{children}</Providers>
      </body>
    </html>
  )
}
