import { useSession } from '../session/context.js'

/** Says a text to screen readers: politely, or at once for errors. */
export const useAnnounce = (): ((text: string, urgency?: 'polite' | 'assertive') => void) =>
  useSession().announce
