import { parseAbi } from 'viem'

/** `contracts/GatewayResolver.sol`, as far as its owner and the gateway use it. */
export const resolverAbi = parseAbi([
  'constructor(address owner, string[] urls, address[] signers)',
  'function owner() view returns (address)',
  'function isSigner(address signer) view returns (bool)',
  'function gatewayUrls() view returns (string[])',
  'function setUrls(string[] urls)',
  'function setSigner(address signer, bool isOne)',
  'function setOwner(address owner)',
  'function resolve(bytes name, bytes data) view returns (bytes)',
  'function resolveWithProof(bytes response, bytes request) view returns (bytes)',
  'function supportsInterface(bytes4 id) pure returns (bool)',
  'error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData)',
  'error NotOwner()',
  'error NobodyNamed()',
  'error AnswerExpired(uint64 expires)',
  'error WrongSignature()',
])

/** The records of a name that the gateway answers (EIP-137, ENSIP-5, 7, 9), and many of them at once. */
export const recordAbi = parseAbi([
  'function addr(bytes32 node) view returns (address)',
  'function addr(bytes32 node, uint256 coinType) view returns (bytes)',
  'function text(bytes32 node, string key) view returns (string)',
  'function contenthash(bytes32 node) view returns (bytes)',
  'function multicall(bytes[] calls) returns (bytes[])',
])
