// The smallest page that does the same job: React, a bare <dialog>, and the wallets of EIP-6963 in
// it.
import { useEffect, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'

interface Announced {
  info: { uuid: string; name: string; icon: string }
  provider: { request(request: { method: string }): Promise<string[]> }
}

function Bare() {
  const dialog = useRef<HTMLDialogElement>(null)
  const [wallets, setWallets] = useState<Announced[]>([])
  const [account, setAccount] = useState<string>()
  useEffect(() => {
    const listen = (event: Event) =>
      setWallets((old) => [...old, (event as CustomEvent<Announced>).detail])
    window.addEventListener('eip6963:announceProvider', listen)
    window.dispatchEvent(new Event('eip6963:requestProvider'))
    return () => window.removeEventListener('eip6963:announceProvider', listen)
  }, [])
  return (
    <>
      <button id="open" onClick={() => dialog.current?.showModal()}>
        Connect wallet
      </button>
      <dialog ref={dialog}>
        {account ? (
          <p data-account>{account}</p>
        ) : (
          wallets.map(({ info, provider }) => (
            <button
              key={info.uuid}
              data-wallet={info.name}
              onClick={() =>
                void provider
                  .request({ method: 'eth_requestAccounts' })
                  .then(([first]) => setAccount(first))
              }
            >
              <img src={info.icon} alt="" width="24" height="24" /> {info.name}
            </button>
          ))
        )}
      </dialog>
    </>
  )
}

createRoot(document.getElementById('root')!).render(<Bare />)
