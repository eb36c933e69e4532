import { useState, type FormEvent, type ReactNode } from 'react'
import { readImage } from '../scan/readImage.js'
import type { Pairing } from '../wallet/state.js'
import type { DemoWallet } from '../wallet/wallet.js'
import { Camera } from './Camera.js'

const NO_CODE =
  'There is no code in this picture, or it is too small to read. Try a sharper one, or paste the link.'

/** Takes a site's link in three ways: pasted, from a picture, from the camera. */
// eslint-disable-next-line max-lines-per-function -- the markup of one view
export function Pair({ wallet, pairing }: { wallet: DemoWallet; pairing: Pairing }): ReactNode {
  const [link, setLink] = useState('')
  const [problem, setProblem] = useState('')
  const [isFilming, setFilming] = useState(false)
  const pair = (text: string): void => {
    setProblem('')
    setFilming(false)
    setLink('')
    void wallet.pair(text)
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    pair(link)
  }
  const readFile = async (file: File | undefined): Promise<void> => {
    if (!file) return
    setProblem('')
    const text = await readImage(file).catch(() => undefined)
    if (text === undefined) setProblem(NO_CODE)
    else pair(text)
  }
  const message = problem || (pairing.status === 'failed' ? pairing.message : '')
  return (
    <section className="card" aria-labelledby="pair">
      <h2 id="pair">Connect to a site</h2>
      <form onSubmit={submit}>
        <label htmlFor="link">Link from the site</label>
        <div className="row">
          <input
            id="link"
            value={link}
            onChange={(event) => setLink(event.target.value)}
            placeholder="wc:..."
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            aria-describedby="pair-state"
          />
          <button className="primary">Connect</button>
        </div>
      </form>
      <div className="row">
        <label className="button">
          Scan a picture
          <input
            type="file"
            accept="image/*"
            onChange={(event) => {
              const { target } = event
              void readFile(target.files?.[0]).finally(() => {
                target.value = ''
              })
            }}
          />
        </label>
        <button aria-expanded={isFilming} onClick={() => setFilming(!isFilming)}>
          {isFilming ? 'Stop the camera' : 'Scan with the camera'}
        </button>
      </div>
      {isFilming && <Camera onText={pair} />}
      <p id="pair-state" role="status">
        {pairing.status === 'waiting' && !problem ? 'Waiting for the site...' : ''}
      </p>
      {message && (
        <p className="error" role="alert">
          {message}
        </p>
      )}
    </section>
  )
}
