import type { DirectoryWallet, ViewProps } from '@latchkey/plugin-api'
import { Button, Picture, Text, useIsPhone, useLabel } from '@latchkey/ui-react/kit'
import { useState, type ReactNode } from 'react'
import type { WalletConnectApi } from '../api.js'
import { platformsOf, type Platform } from '../links/platforms.js'
import { Code } from './Code.js'
import { Buffering, Ended } from './Ended.js'
import { GetApp, OpenApp } from './OpenApp.js'
import { looks } from './looks.js'
import { useAttempt } from './useAttempt.js'

function Platforms({
  all,
  chosen,
  choose,
}: {
  all: readonly Platform[]
  chosen: Platform
  choose(platform: Platform): void
}): ReactNode {
  const named = useLabel()
  if (all.length < 2) return null
  return (
    <div style={looks.ways} role="group" {...named({ k: 'walletconnect.ways' })}>
      {all.map((platform) => (
        <Button
          key={platform}
          variant={platform === chosen ? 'primary' : 'normal'}
          pressed={platform === chosen}
          onClick={() => choose(platform)}
        >
          <Text k={`walletconnect.platform.${platform}`} />
        </Button>
      ))}
    </div>
  )
}

function Installed({
  wallet: { name, imageUrl },
  connect,
}: {
  wallet: DirectoryWallet
  connect(): void
}): ReactNode {
  return (
    <div className="state" data-step="installed">
      <span className="figure">
        <Picture src={imageUrl} name={name} size="large" />
      </span>
      <h2>
        <bdi>{name}</bdi>
      </h2>
      <p>
        <Text k="walletconnect.installedText" params={{ wallet: name }} />
      </p>
      <Button variant="primary" wide onClick={connect}>
        <Text k="walletconnect.open" params={{ wallet: name }} />
      </Button>
    </div>
  )
}

type Params = {
  walletId?: string
  wallet?: DirectoryWallet
  namespaces?: readonly string[]
  isOpened?: boolean
}

/** Connects by a code, or opens a wallet of the directory by a way that works here. */
export function ConnectingWalletConnect({
  params: { wallet, namespaces, isOpened = false },
  api,
}: ViewProps<Params, WalletConnectApi>): ReactNode {
  const { state, retry } = useAttempt(api, namespaces)
  const mobile = useIsPhone()
  const installed = wallet && api.installed(wallet)
  const all = platformsOf(wallet, { mobile, installed: installed !== undefined })
  const [wanted, choose] = useState<Platform>()
  const platform = wanted !== undefined && all.includes(wanted) ? wanted : all[0]!
  const names = { wallet: wallet?.name, icon: wallet?.imageUrl }
  // The visitor's tap has opened the app for the first attempt only.
  const [isHanded, setHanded] = useState(isOpened)
  const again = (): void => {
    setHanded(false)
    retry()
  }
  const change = (next: Platform): void => {
    setHanded(false)
    choose(next)
  }
  if (state.error) return <Ended state={state} retry={again} {...names} />
  if (state.buffering) return <Buffering {...names} />
  return (
    <div style={looks.view} data-platform={platform}>
      <Platforms all={all} chosen={platform} choose={change} />
      {platform === 'qr' || !wallet ? (
        <Code state={state} wallet={wallet?.name} api={api} />
      ) : platform === 'missing' ? (
        <GetApp wallet={wallet} />
      ) : platform === 'browser' ? (
        <Installed
          wallet={wallet}
          connect={() => installed !== undefined && api.connectInstalled(installed)}
        />
      ) : (
        <OpenApp
          key={platform}
          wallet={wallet}
          platform={platform}
          uri={state.uri}
          api={api}
          isOpened={isHanded}
        />
      )}
    </div>
  )
}
