import { LatchkeyError, type Caip2 } from '@latchkey/plugin-api'

declare module '@latchkey/plugin-api' {
  interface ErrorContexts {
    /**
     * A text is not a sign-in message of its chain family, or fields cannot be written as one.
     * `field` names the part. @remarks The details of the message say what was expected. Do not
     * repair a text that was signed: ask for a new signature.
     */
    'siwx.bad_message': { field: string }
    /**
     * There is no sign-in message for this chain family. @remarks Sign in with an account of
     * eip155, solana, bip122, polkadot or cosmos, or hand in the family: by the `signIn` of its
     * chain plugin, by `families` on a server.
     */
    'siwx.namespace_unsupported': { namespace: string }
    /**
     * The message was signed for another site. @remarks Refuse it: a stranger may pass on a message
     * that was signed elsewhere. Check that the server knows the domain under which its pages are
     * open, with the port.
     */
    'siwx.wrong_domain': { expected: string; found: string }
    /**
     * The message's `uri` belongs to another site than its domain, or one of them is not over
     * https. @remarks Refuse it: the visitor was shown one site and signed for another. Where a
     * message is to name another URI, an app's for example, list it in `uris`.
     */
    'siwx.wrong_uri': { expected: string; found: string }
    /**
     * The message does not hold the nonce that was given out. @remarks Refuse it, and begin again
     * with a fresh nonce.
     */
    'siwx.wrong_nonce': { expected: string; found: string }
    /**
     * The message names another account. @remarks Refuse it, and ask the account that is in use
     * now.
     */
    'siwx.wrong_account': { expected: string; found: string }
    /**
     * The message is for another network. @remarks Refuse it, and ask again on the network that is
     * in use now.
     */
    'siwx.wrong_chain': { expected: string; found: string }
    /**
     * The message has expired. @remarks Ask for a new signature. Where a fresh message is refused,
     * compare the clocks, or allow `clockSkew`.
     */
    'siwx.expired': { expirationTime: string }
    /**
     * The message's time has not come yet. @remarks Try again after `notBefore`. Where that is now,
     * compare the clocks, or allow `clockSkew`.
     */
    'siwx.not_yet_valid': { notBefore: string }
    /**
     * The fields of a session differ from the signed text, in `field`. @remarks Refuse it. A client
     * sends the fields that `parseMessage` reads in the signed text.
     */
    'siwx.data_mismatch': { field: string }
    /**
     * The account did not make this signature over this message. @remarks Refuse it, and ask for a
     * new signature.
     */
    'siwx.bad_signature': { accountAddress: string; chainId: Caip2 }
    /**
     * Only the contract of the account can judge this signature (EIP-1271, EIP-6492), and no node
     * was given to ask. @remarks Pass `node`, a JSON-RPC request function of the message's chain.
     */
    'siwx.node_missing': { chainId: Caip2 }
    /**
     * The node could not be asked about the signature of a contract account, or belongs to another
     * chain: nothing is known about the signature. @remarks Try again; read `cause`, and check that
     * the node answers `eth_chainId` and `eth_call` on that chain.
     */
    'siwx.node_failed': { chainId: Caip2 }
    /**
     * A library that verifying needs is not installed. @remarks Install the package that `package`
     * names beside this one.
     */
    'siwx.library_missing': { package: string }
  }
}

export const badMessage = (field: string, expected: string): LatchkeyError =>
  new LatchkeyError(
    'siwx.bad_message',
    `Not a sign-in message: ${field} is wrong. Expected ${expected}.`,
    { context: { field } },
  )
