import { useState, useSyncExternalStore } from 'react'
import { Button, Linking, Text, View } from 'react-native'
import { createHost } from './host'

const host = createHost({
  openUrl: Linking.openURL,
  storage: localStorage,
  relayUrl: 'wss://relay.example',
})
const { accounts, connections } = host.kernel.ports

/** A wallet that listens at your relay. */
const WALLET = { name: 'Wallet', link: 'https://wallet.example/' }

export function App() {
  const address = useSyncExternalStore(accounts.subscribe, () => accounts.active()?.address)
  const { restoring } = useSyncExternalStore(connections.subscribe, connections.get)
  const [text, setText] = useState('')
  const show = (work: Promise<string | void>) =>
    work.then((result) => setText(result ?? '')).catch(({ message }: Error) => setText(message))
  return (
    <View style={{ flex: 1, gap: 16, justifyContent: 'center', padding: 32 }}>
      <Text>{restoring ? 'One moment…' : (address ?? 'Nobody is connected.')}</Text>
      {address === undefined ? (
        <Button title={`Open ${WALLET.name}`} onPress={() => void show(host.connect(WALLET))} />
      ) : (
        <>
          <Button title="Sign" onPress={() => void show(host.sign('Hello'))} />
          <Button title="Disconnect" onPress={() => void show(host.kernel.disconnect())} />
        </>
      )}
      <Text>{text}</Text>
    </View>
  )
}
