import { createContext, useContext, type ComponentType } from 'react'

/** Services that the kit needs from the modal around it. The modal provides them by `KitContext`. */
export interface KitHost {
  /** Announces a text to screen readers: politely, or at once if it is an error. */
  announce(text: string, urgency?: 'polite' | 'assertive'): void
  /** Draws a registered view by its id. */
  readonly View: ComponentType<{ id: string; params?: unknown }>
}

export const KitContext = createContext<KitHost | undefined>(undefined)

/** The modal around the component. Throws outside of the modal's views. */
export function useKitHost(): KitHost {
  const host = useContext(KitContext)
  if (!host) throw new Error('This component works only inside a view of the modal.')
  return host
}
