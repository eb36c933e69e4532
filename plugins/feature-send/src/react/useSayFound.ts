import { useAnnounce, useMessages } from '@latchkey/ui-react/kit'
import { useEffect } from 'react'

/** ms of rest after which what was found is said. */
const REST = 500

/** Says how many a search left, once the visitor stops typing. `k`: the text for some. */
export function useSayFound(search: string, count: number, k: string): void {
  const announce = useAnnounce()
  const text = useMessages()
  const said = text(count ? k : 'send.noToken', { count })
  useEffect(() => {
    if (!search) return
    const timer = setTimeout(() => announce(said), REST)
    return () => clearTimeout(timer)
  }, [search, said, announce])
}
