// The smallest page that does the same job: a dialog, a search field, and a list of 10,000 names by
// the virtualiser that most pages use.
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { flushSync } from 'react-dom'

const all = Array.from({ length: 10_000 }, (_, index) => `Wallet ${index}`)

function List() {
  const frame = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState('')
  const found = useMemo(() => {
    const word = typed.trim().toLowerCase()
    return all.filter((name) => name.toLowerCase().includes(word))
  }, [typed])
  // eslint-disable-next-line react-hooks/incompatible-library -- no compiler builds this page
  const virtual = useVirtualizer({
    count: found.length,
    getScrollElement: () => frame.current,
    estimateSize: () => 52,
    overscan: 6,
  })
  return (
    <>
      <input value={typed} onChange={(event) => setTyped(event.target.value)} />
      <div className="body" ref={frame} style={{ height: 600, overflow: 'auto' }}>
        <ul style={{ height: virtual.getTotalSize(), position: 'relative', margin: 0 }}>
          {virtual.getVirtualItems().map(({ index, start }) => (
            <li
              key={index}
              data-index={index}
              style={{
                position: 'absolute',
                top: 0,
                left: 0,
                right: 0,
                height: 48,
                transform: `translateY(${start}px)`,
              }}
            >
              <button>
                <span className="name">{found[index]}</span>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </>
  )
}

function Page() {
  const dialog = useRef<HTMLDialogElement>(null)
  const [isOpen, setOpen] = useState(false)
  const open = (): void => {
    flushSync(() => setOpen(true))
    dialog.current?.showModal()
  }
  useEffect(() => void Object.assign(window, { openList: open }))
  return (
    <>
      <button id="open" onClick={open}>
        All wallets
      </button>
      <dialog ref={dialog}>{isOpen && <List />}</dialog>
    </>
  )
}

createRoot(document.getElementById('root')!).render(<Page />)
