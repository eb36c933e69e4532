// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface Registry {
    function resolver(bytes32 node) external view returns (address);
}

interface Resolver {
    function resolve(bytes calldata name, bytes calldata data) external view returns (bytes memory);
    function name(bytes32 node) external view returns (string memory);
    function supportsInterface(bytes4 id) external view returns (bool);
}

interface BatchGateway {
    struct Request {
        address sender;
        string[] urls;
        bytes data;
    }
    function query(
        Request[] calldata requests
    ) external view returns (bool[] memory failures, bytes[] memory responses);
}

/// A small universal resolver (ENSIP-23) for local chains: the two calls that viem makes. A lookup of
/// a resolver is asked for by the batch gateway's call, so that the resolver stays its sender.
contract UniversalResolver {
    Registry public immutable registry;

    /// What is left to do when a gateway has answered.
    struct Waiting {
        address resolver;
        bytes4 callback;
        bytes extraData;
        /// Of a reverse lookup: the name and the address that it must lead to. Empty for others.
        string name;
        bytes owner;
        address reverseResolver;
    }

    error OffchainLookup(
        address sender,
        string[] urls,
        bytes callData,
        bytes4 callbackFunction,
        bytes extraData
    );
    error ResolverNotFound(bytes name);
    error UnsupportedResolverProfile(bytes4 selector);
    error ResolverError(bytes errorData);
    error HttpError(uint16 status, string message);
    error ReverseAddressMismatch(string primary, bytes primaryAddress);

    constructor(Registry registry_) {
        registry = registry_;
    }

    function resolveWithGateways(
        bytes calldata name,
        bytes calldata data,
        string[] calldata gateways
    ) external view returns (bytes memory, address) {
        Waiting memory waiting;
        waiting.resolver = findResolver(name);
        return (ask(name, data, gateways, waiting, this.resolveCallback.selector), waiting.resolver);
    }

    function resolveCallback(
        bytes calldata response,
        bytes calldata extraData
    ) external view returns (bytes memory, address) {
        Waiting memory waiting = abi.decode(extraData, (Waiting));
        return (finish(response, waiting), waiting.resolver);
    }

    /// @param owner the address whose name is asked for
    function reverseWithGateways(
        bytes calldata owner,
        uint256 coinType,
        string[] calldata gateways
    ) external view returns (string memory, address, address) {
        require(coinType == 60, "only addresses of Ethereum");
        bytes32 node = reverseNode(owner);
        Waiting memory waiting;
        waiting.reverseResolver = registry.resolver(node);
        if (waiting.reverseResolver == address(0)) revert ResolverNotFound(owner);
        waiting.name = Resolver(waiting.reverseResolver).name(node);
        if (bytes(waiting.name).length == 0) return ("", address(0), waiting.reverseResolver);
        waiting.owner = owner;
        bytes memory name = encodeName(bytes(waiting.name));
        waiting.resolver = this.findResolver(name);
        bytes memory data = abi.encodeWithSignature("addr(bytes32)", this.nodeOf(name, 0));
        bytes memory result = ask(name, data, gateways, waiting, this.reverseCallback.selector);
        return checked(waiting, result);
    }

    function reverseCallback(
        bytes calldata response,
        bytes calldata extraData
    ) external view returns (string memory, address, address) {
        Waiting memory waiting = abi.decode(extraData, (Waiting));
        return checked(waiting, finish(response, waiting));
    }

    /// The resolver of the name, or of the nearest name above it that answers for those below.
    function findResolver(bytes calldata name) public view returns (address resolver) {
        uint256 at = 0;
        while (true) {
            resolver = registry.resolver(nodeOf(name, at));
            if (resolver != address(0)) break;
            if (at >= name.length || uint8(name[at]) == 0) revert ResolverNotFound(name);
            at += uint8(name[at]) + 1;
        }
        if (!Resolver(resolver).supportsInterface(Resolver.resolve.selector))
            revert UnsupportedResolverProfile(Resolver.resolve.selector);
    }

    function nodeOf(bytes calldata name, uint256 at) public pure returns (bytes32) {
        uint256 length = uint8(name[at]);
        if (length == 0) return bytes32(0);
        bytes32 label = keccak256(name[at + 1:at + 1 + length]);
        return keccak256(abi.encodePacked(nodeOf(name, at + 1 + length), label));
    }

    function ask(
        bytes memory name,
        bytes memory data,
        string[] calldata gateways,
        Waiting memory waiting,
        bytes4 callback
    ) private view returns (bytes memory) {
        try Resolver(waiting.resolver).resolve(name, data) returns (bytes memory result) {
            return result;
        } catch (bytes memory failure) {
            if (failure.length < 4 || bytes4(failure) != OffchainLookup.selector)
                revert ResolverError(failure);
            BatchGateway.Request[] memory requests = new BatchGateway.Request[](1);
            (requests[0], waiting.callback, waiting.extraData) = this.readLookup(failure);
            require(requests[0].sender == waiting.resolver, "a lookup of somebody else");
            revert OffchainLookup(
                address(this),
                gateways,
                abi.encodeCall(BatchGateway.query, (requests)),
                callback,
                abi.encode(waiting)
            );
        }
    }

    function readLookup(
        bytes calldata failure
    ) external pure returns (BatchGateway.Request memory request, bytes4 callback, bytes memory extra) {
        (request.sender, request.urls, request.data, callback, extra) = abi.decode(
            failure[4:],
            (address, string[], bytes, bytes4, bytes)
        );
    }

    function finish(
        bytes calldata response,
        Waiting memory waiting
    ) private view returns (bytes memory) {
        (bool[] memory failures, bytes[] memory responses) = abi.decode(response, (bool[], bytes[]));
        if (failures[0]) revert HttpError(500, "the gateway does not answer");
        (bool isDone, bytes memory answer) = waiting.resolver.staticcall(
            abi.encodeWithSelector(waiting.callback, responses[0], waiting.extraData)
        );
        if (!isDone) revert ResolverError(answer);
        return abi.decode(answer, (bytes));
    }

    function checked(
        Waiting memory waiting,
        bytes memory result
    ) private pure returns (string memory, address, address) {
        bytes memory found = abi.encodePacked(abi.decode(result, (address)));
        if (keccak256(found) != keccak256(waiting.owner))
            revert ReverseAddressMismatch(waiting.name, found);
        return (waiting.name, waiting.resolver, waiting.reverseResolver);
    }

    function reverseNode(bytes calldata owner) private pure returns (bytes32) {
        bytes memory digits = "0123456789abcdef";
        bytes memory label = new bytes(owner.length * 2);
        for (uint256 at = 0; at < owner.length; at++) {
            label[at * 2] = digits[uint8(owner[at]) >> 4];
            label[at * 2 + 1] = digits[uint8(owner[at]) & 15];
        }
        bytes32 top = keccak256(abi.encodePacked(bytes32(0), keccak256("reverse")));
        bytes32 parent = keccak256(abi.encodePacked(top, keccak256("addr")));
        return keccak256(abi.encodePacked(parent, keccak256(label)));
    }

    /// `alice.shop.eth` as DNS writes it: each label behind its length, and a zero at the end.
    function encodeName(bytes memory name) private pure returns (bytes memory encoded) {
        encoded = abi.encodePacked(bytes1(0), name, bytes1(0));
        uint256 start = 0;
        for (uint256 at = 1; at < encoded.length; at++)
            if (encoded[at] == "." || at == encoded.length - 1) {
                encoded[start] = bytes1(uint8(at - start - 1));
                start = at;
            }
        encoded[encoded.length - 1] = 0;
    }
}
