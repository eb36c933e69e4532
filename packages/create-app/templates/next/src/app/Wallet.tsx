'use client'
import { LatchkeyProvider } from '@latchkey/ui-react'
import type { ReactNode } from 'react'
import { kernel } from '../wallet'

export const Wallet = ({ children }: { children: ReactNode }) => (
  <LatchkeyProvider kernel={kernel}>{children}</LatchkeyProvider>
)
