// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// A resolver of ENS for a name whose subnames a gateway knows (ENSIP-10, ERC-3668). It keeps no
/// record: it names the gateway's urls, and believes an answer only if one of its signers signed it
/// (EIP-191, version 0) for this contract, for this request, and for a time that is not over.
contract GatewayResolver {
    /// Half the order of secp256k1. A signature above it has a twin below it (EIP-2).
    uint256 private constant HALF_ORDER =
        0x7FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF5D576E7357A4501DDFE92F46681B20A0;

    address public owner;
    mapping(address => bool) public isSigner;
    string[] private urls;

    event OwnerChanged(address indexed owner);
    event SignerChanged(address indexed signer, bool isSigner);
    event UrlsChanged(string[] urls);

    error OffchainLookup(
        address sender,
        string[] urls,
        bytes callData,
        bytes4 callbackFunction,
        bytes extraData
    );
    error NotOwner();
    error NobodyNamed();
    error AnswerExpired(uint64 expires);
    error WrongSignature();

    modifier onlyOwner() {
        if (msg.sender != owner) revert NotOwner();
        _;
    }

    constructor(address owner_, string[] memory urls_, address[] memory signers) {
        if (owner_ == address(0)) revert NobodyNamed();
        owner = owner_;
        urls = urls_;
        for (uint256 at = 0; at < signers.length; at++) changeSigner(signers[at], true);
        emit OwnerChanged(owner_);
        emit UrlsChanged(urls_);
    }

    function gatewayUrls() external view returns (string[] memory) {
        return urls;
    }

    function setUrls(string[] memory urls_) external onlyOwner {
        urls = urls_;
        emit UrlsChanged(urls_);
    }

    /// Several may sign at a time, so that a key is replaced without a moment in which none counts.
    function setSigner(address signer, bool isOne) external onlyOwner {
        changeSigner(signer, isOne);
    }

    function setOwner(address owner_) external onlyOwner {
        if (owner_ == address(0)) revert NobodyNamed();
        owner = owner_;
        emit OwnerChanged(owner_);
    }

    /// ENSIP-10. The whole call is the request: the signature is over its hash.
    function resolve(bytes calldata, bytes calldata) external view returns (bytes memory) {
        revert OffchainLookup(
            address(this),
            urls,
            msg.data,
            this.resolveWithProof.selector,
            msg.data
        );
    }

    /// @param response of the gateway: the result, until when it holds (seconds), and the signature
    /// @param request the call that was answered
    function resolveWithProof(
        bytes calldata response,
        bytes calldata request
    ) external view returns (bytes memory) {
        (bytes memory result, uint64 expires, bytes memory signature) = abi.decode(
            response,
            (bytes, uint64, bytes)
        );
        if (expires < block.timestamp) revert AnswerExpired(expires);
        if (!isSigner[signerOf(hashOf(expires, request, result), signature)])
            revert WrongSignature();
        return result;
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == this.resolve.selector;
    }

    function changeSigner(address signer, bool isOne) private {
        if (signer == address(0)) revert NobodyNamed();
        isSigner[signer] = isOne;
        emit SignerChanged(signer, isOne);
    }

    function hashOf(
        uint64 expires,
        bytes calldata request,
        bytes memory result
    ) private view returns (bytes32) {
        return
            keccak256(
                abi.encodePacked(
                    hex"1900",
                    address(this),
                    expires,
                    keccak256(request),
                    keccak256(result)
                )
            );
    }

    /// The zero address, which is never a signer, for all that is not a signature.
    function signerOf(bytes32 hash, bytes memory signature) private pure returns (address) {
        if (signature.length != 65) return address(0);
        bytes32 r;
        bytes32 s;
        uint8 v;
        assembly {
            r := mload(add(signature, 32))
            s := mload(add(signature, 64))
            v := byte(0, mload(add(signature, 96)))
        }
        if (uint256(s) > HALF_ORDER) return address(0);
        return ecrecover(hash, v, r, s);
    }
}
