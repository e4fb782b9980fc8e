// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

/// Sends native coins inside a call, as wallets that are contracts and exchanges' batch payments do.
contract Forwarder {
    function forward(address payable[] calldata receivers) external payable {
        for (uint256 n = 0; n < receivers.length; n++) {
            (bool ok, ) = receivers[n].call{value: msg.value / receivers.length}("");
            require(ok, "refused");
        }
    }

    /// Pays, and then takes everything back.
    function fail(address payable receiver) external payable {
        receiver.transfer(msg.value);
        revert("changed my mind");
    }

    /// Uses more gas than a plain payment has.
    uint256 public received;

    receive() external payable {
        received += msg.value;
    }
}
