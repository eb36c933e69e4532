// The wallet code of a host that is written with sats-connect alone.
import sats, { addListener, AddressPurpose, request, setDefaultProvider } from 'sats-connect'

export function startHost(providerId: string): void {
  const result = document.querySelector<HTMLOutputElement>('#result')!
  const show = (value: unknown): void => void (result.value = JSON.stringify(value))
  const events: unknown[] = []
  for (const eventName of ['accountChange', 'networkChange', 'disconnect'] as const)
    addListener({ eventName, cb: (event: unknown) => void events.push(event) }, providerId)

  document.querySelector<HTMLButtonElement>('#connect')!.onclick = () =>
    void request(
      'getAccounts',
      { purposes: [AddressPurpose.Payment, AddressPurpose.Ordinals], message: 'Log in' },
      providerId,
    ).then(show)

  setDefaultProvider(providerId)
  Object.assign(window, {
    host: {
      events,
      request: (method: 'getInfo', params: null) => request(method, params, providerId),
      /** By the object that remembers a provider. */
      requestByDefault: (method: 'getInfo', params: null) => sats.request(method, params),
      disconnect: () => sats.disconnect(),
    },
  })
}
