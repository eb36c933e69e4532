'use client'
import { LatchkeyProvider } from '@latchkey/ui-react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { WagmiProvider, type State } from 'wagmi'
import { kernel, makeConfig } from './config'

export function Providers({
  children,
  initialState,
}: {
  children: ReactNode
  initialState: State | undefined
}) {
  const [config] = useState(makeConfig)
  const [client] = useState(() => new QueryClient())
  return (
    <WagmiProvider config={config} initialState={initialState}>
      <QueryClientProvider client={client}>
        <LatchkeyProvider kernel={kernel}>{children}</LatchkeyProvider>
      </QueryClientProvider>
    </WagmiProvider>
  )
}
