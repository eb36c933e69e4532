// The smallest page that scrolls as much: a dialog with 10,000 rows of a picture, two lines and two
// amounts, by the virtualiser that most pages use. Nothing is formatted, translated or named for
// screen readers.
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, useState, type CSSProperties } from 'react'
import { createRoot } from 'react-dom/client'

const COUNT = 10_000
const row: CSSProperties = {
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  boxSizing: 'border-box',
  width: '100%',
  height: 48,
  padding: 8,
  border: 0,
  borderRadius: 12,
  background: '#f4f4f5',
  font: '500 14px/18px sans-serif',
  textAlign: 'start',
}
const picture: CSSProperties = {
  display: 'grid',
  placeItems: 'center',
  width: 32,
  height: 32,
  borderRadius: '50%',
  background: '#d4d4d8',
}
const lines: CSSProperties = { display: 'grid', flex: 1 }
const tail: CSSProperties = { display: 'grid', justifyItems: 'end' }
const small: CSSProperties = { color: '#52525b', fontSize: 12 }

function List() {
  const frame = useRef<HTMLDivElement>(null)
  // eslint-disable-next-line react-hooks/incompatible-library -- no compiler builds this page
  const virtual = useVirtualizer({
    count: COUNT,
    getScrollElement: () => frame.current,
    estimateSize: () => 52,
    overscan: 5,
  })
  return (
    <div className="body" ref={frame} style={{ width: 328, height: 600, overflow: 'auto' }}>
      <ul style={{ height: virtual.getTotalSize(), position: 'relative', margin: 0, padding: 0 }}>
        {virtual.getVirtualItems().map(({ index, start }) => (
          <li
            key={index}
            data-index={index}
            style={{ position: 'absolute', insetInline: 0, top: start, listStyle: 'none' }}
          >
            <button style={row}>
              <span style={picture}>T</span>
              <span style={lines}>
                <span>Token {index}</span>
                <span style={small}>T{index} · 5 min</span>
              </span>
              <span style={tail}>
                <span>{COUNT - index}.123 ETH</span>
                <span style={small}>$ {COUNT - index}.25</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Page() {
  const dialog = useRef<HTMLDialogElement>(null)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    Object.assign(window, {
      openList() {
        setOpen(true)
        dialog.current?.showModal()
      },
    })
  }, [])
  return <dialog ref={dialog}>{isOpen && <List />}</dialog>
}

createRoot(document.getElementById('root')!).render(<Page />)
