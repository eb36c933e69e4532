import { createContext, useContext } from 'react'
import type { RendererCache } from './rendererCache.js'

export const RendererContext = createContext<RendererCache | undefined>(undefined)

export function useRenderers(): RendererCache {
  const cache = useContext(RendererContext)
  if (!cache) throw new Error('This component works only inside a view of the modal.')
  return cache
}
