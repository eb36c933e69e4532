import type { DirectoryWallet } from '@latchkey/plugin-api'
import { Button, Picture, Text } from '@latchkey/ui-react/kit'
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import type { WalletConnectApi } from '../api.js'
import { environment } from '../links/environment.js'
import { openLink, pairingLink } from '../links/links.js'
import { linkFor, placesToGet, type Platform } from '../links/platforms.js'
import { CopyLink } from './Code.js'

/** A page that still shows after so long (ms) offers other ways. */
const DOUBT_AFTER_MS = 2_000

interface OpenAppProps {
  wallet: DirectoryWallet
  platform: Platform
  uri: string | undefined
  api: WalletConnectApi
  /** Whether the visitor's tap has opened the app already. */
  isOpened: boolean
}

/**
 * Hands the code to an app or a site: in the visitor's tap where the code is ready, else by a
 * button.
 */
export function OpenApp({ wallet, platform, uri, api, isOpened }: OpenAppProps): ReactNode {
  const [isInDoubt, setInDoubt] = useState(false)
  const opened = useRef(isOpened)
  const { name, imageUrl } = wallet
  const place = environment()
  const base = linkFor(platform, wallet, place)
  const link = uri === undefined ? undefined : pairingLink(base, uri, place)
  const open = useCallback(() => {
    if (link === undefined || base === undefined) return
    opened.current = true
    openLink(link, environment())
    void api.useApp({ href: base, name })
  }, [link, base, name, api])
  useEffect(() => {
    // A browser lets an app open only for a short time after a tap.
    if (platform === 'mobile' && !opened.current && navigator.userActivation?.isActive !== false)
      open()
    const timer = setTimeout(() => setInDoubt(true), DOUBT_AFTER_MS)
    return () => clearTimeout(timer)
  }, [open, platform])
  const [get] = placesToGet(wallet, environment())
  return (
    <div className="state" data-step={link === undefined ? 'loading' : 'opening'}>
      <span className="figure">
        <Picture src={imageUrl} name={name} size="large" />
        <span className="ring" />
      </span>
      <h2>
        <Text k="walletconnect.opening" params={{ wallet: name }} />
      </h2>
      <p>
        <Text k="walletconnect.openingText" />
      </p>
      <Button variant="primary" wide busy={link === undefined} onClick={open}>
        <Text
          k={isInDoubt ? 'walletconnect.openAgain' : 'walletconnect.open'}
          params={{ wallet: name }}
        />
      </Button>
      {isInDoubt && get && (
        <>
          <p>
            <Text k="walletconnect.notOpening" />
          </p>
          <Button wide href={get.url}>
            <Text k="walletconnect.get" params={{ wallet: name }} />
          </Button>
        </>
      )}
      {isInDoubt && <CopyLink uri={uri} />}
    </div>
  )
}

/** Says where to get a wallet that cannot be opened from here. */
export function GetApp({ wallet }: { wallet: DirectoryWallet }): ReactNode {
  const { name, imageUrl } = wallet
  const links = placesToGet(wallet, environment())
  return (
    <div className="state" data-step="missing">
      <span className="figure">
        <Picture src={imageUrl} name={name} size="large" />
      </span>
      <h2>
        <Text k="walletconnect.get" params={{ wallet: name }} />
      </h2>
      <p>
        <Text k="walletconnect.getText" />
      </p>
      {links.slice(0, 3).map(({ store, url }, index) => (
        <Button key={url} wide variant={index ? 'normal' : 'primary'} href={url}>
          <Text
            k={store ? 'walletconnect.getFrom' : 'walletconnect.get'}
            params={{ wallet: name, store }}
          />
        </Button>
      ))}
    </div>
  )
}
