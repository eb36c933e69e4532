import {
  toCaip10,
  type AccountFields,
  type AccountFieldSubject,
  type Amount,
} from '@latchkey/plugin-api'
import { writeAmount } from '@latchkey/plugin-api/amounts'
import { explorerLink } from '@latchkey/plugin-api/explorer'
import type { KernelPorts } from '../types.js'

/** Any of the fields. One without a value is `undefined`. */
export type SomeFields = { readonly [F in keyof AccountFields]?: AccountFields[F] | undefined }

function walletOf(
  { connections }: KernelPorts,
  { account }: AccountFieldSubject,
): SomeFields['connectedWalletInfo'] {
  const found = connections.get().connections.find(({ id }) => id === account?.connectionId)
  if (!found) return undefined
  const { connectorId, name, icon, rdns } = found
  return {
    connectorId,
    name,
    ...(icon !== undefined && { icon }),
    ...(rdns !== undefined && { rdns }),
  }
}

/** Name and picture, where a plugin knows names. */
function profileOf({ late }: KernelPorts, { account, network }: AccountFieldSubject): SomeFields {
  const lookup = late.now()?.identities.get()
  if (!lookup) return {}
  const found =
    account && network && lookup({ network: network.id, address: account.address }).get()
  return { profileName: found?.name, profileImage: found?.avatar }
}

/** The fields that the kernel holds. @param amount the native balance, where it is known */
export function kernelFields(
  ports: KernelPorts,
  of: AccountFieldSubject,
  amount: Amount | undefined,
): SomeFields {
  const { namespace, account, network } = of
  const address = account?.address
  const allAccounts = ports.accounts.all(namespace)
  const labels = allAccounts.flatMap(({ address, label }) => (label ? [[address, label]] : []))
  return {
    status: ports.connections.get().namespaces[namespace]?.status ?? 'disconnected',
    address,
    caipAddress: network && address ? toCaip10(network.id, address) : undefined,
    balance: amount && writeAmount(amount.value, amount.decimals),
    balanceSymbol: amount?.symbol,
    ...profileOf(ports, of),
    addressExplorerUrl: network && address ? explorerLink(network, address)?.url : undefined,
    user: account?.user,
    allAccounts,
    connectedWalletInfo: walletOf(ports, of),
    addressLabels: Object.fromEntries(labels) as Record<string, string>,
  }
}
