"""Clients with their events, requests and observers."""

import atexit
import dataclasses
import threading
import time
from ctypes import byref, c_uint64, c_void_p
from typing import TYPE_CHECKING, Any, Callable, Dict, Generator, Generic, List, Optional, Set, TypeVar

from ._callbacks import Kept, given, report, settings
from ._convert import check, check_count, new_error, prepared, to_uint32, to_uint64
from ._errors import IapError
from ._floor import HEADER_VERSION, LogFunction, LogLevel, Observer as FloorObserver, Status
from ._handles import Closable
from ._library import lib
from ._signals import uninterrupted

if TYPE_CHECKING:
    from ._interface import ClientOptions, Event, Observer

T = TypeVar("T")
#: How long a C call waits before Python checks for signals again.
SLICE_MS = 50


class Request(Generic[T]):
    """A request of a client, with its result after it has completed."""

    def __init__(self, client: "ClientBase", function: str) -> None:
        self.client = client
        self.id = 0
        self._function = function
        self._kept: Optional[Kept] = None
        self._ended = threading.Event()
        self._value: Optional[T] = None
        self._error: Optional[BaseException] = None
        self._callbacks: List[Callable[["Request[T]"], object]] = []

    def __repr__(self) -> str:
        return f"<Request {self.id} {self._function} {'done' if self.done else 'open'}>"

    @property
    def done(self) -> bool:
        return self._ended.is_set()

    def result(self, timeout: Optional[float] = 30) -> T:
        """Returns the result. Processes the client's events until the request completes; None waits without a limit.

        Raises the IapError of a failed request, and TimeoutError if the request does not complete within the timeout
        (in seconds).
        """
        self._wait(timeout)
        return self._outcome()

    def exception(self, timeout: Optional[float] = 30) -> Optional[BaseException]:
        """Returns the error of the request; None if it succeeded. Waits like result()."""
        self._wait(timeout)
        return self._error

    def add_done_callback(self, function: Callable[["Request[T]"], object]) -> None:
        """Calls the function with this request when it completes, inside pump(); immediately if it has completed."""
        self._callbacks.append(function)
        if self.done:
            self._call_back(raises=True)

    def cancel(self) -> None:
        """Ends the request with IAP_ERROR_CANCELLED if it is open."""
        if not self.done:
            self.client.cancel_request(self.id)

    def __await__(self) -> Generator[Any, None, T]:
        """Waits in the running asyncio loop, and processes the client's events there."""
        return self._awaited().__await__()

    async def _awaited(self) -> T:
        import asyncio

        self._refuse_if_polled()
        loop, news = asyncio.get_running_loop(), asyncio.Event()

        def wake(*_: object) -> None:
            loop.call_soon_threadsafe(news.set)

        self._callbacks.append(wake)
        self.client._wakers.append(wake)
        try:
            while not self.done:
                news.clear()
                self.client._pump_if_free()
                if not self.done:
                    await news.wait()
        finally:
            self.client._wakers.remove(wake)
            if wake in self._callbacks:
                self._callbacks.remove(wake)
        return self._outcome()

    def _wait(self, timeout: Optional[float]) -> None:
        self._refuse_if_polled()
        if not self.client.wait_until(lambda: self.done, timeout):
            raise TimeoutError(f"{self!r} did not complete within {timeout} s")

    def _refuse_if_polled(self) -> None:
        if self.client.polls:
            raise IapError(
                Status.INVALID_STATE, f"the client polls; next_event() returns the result of {self!r}"
            )

    def _outcome(self) -> T:
        if self._error is not None:
            raise self._error
        return self._value  # type: ignore[return-value]

    def _end(self, value: Optional[T], error: Optional[BaseException]) -> None:
        self._drop()
        self._value, self._error = value, error
        self._ended.set()
        self._call_back(raises=False)

    def _keep(self) -> int:
        """Keeps the request alive until it completes. Returns the user data that leads callbacks to it."""
        self._kept = Kept(self)
        self.client._requests.add(self)
        return self._kept.number

    def _drop(self) -> None:
        if self._kept is not None:
            self._kept.drop()
        self.client._requests.discard(self)

    def _call_back(self, raises: bool) -> None:
        while self._callbacks:
            function = self._callbacks.pop(0)
            try:
                function(self)
            except BaseException as exception:
                if raises:
                    raise
                self.client._raised.append(exception)


def completion(prototype: Any, convert: Callable[..., Any]) -> Any:
    """Returns the C function that completes requests of one kind. Its last argument is the error."""

    def function(number: Optional[int], client: Optional[int], request_id: int, *arguments: Any) -> None:
        request = given(number)
        if request is None:
            return
        request.id = request_id
        error = arguments[-1]
        try:
            value = None if error else convert(*arguments[:-1])
        except BaseException as exception:
            request._end(None, exception)
        else:
            request._end(value, IapError._of(error.contents) if error else None)

    return prototype(function)


def heard(prototype: Any, name: str, convert: Callable[..., Any]) -> Any:
    """Returns the C function that calls observers for one kind of event."""

    def function(number: Optional[int], handle: Optional[int], *arguments: Any) -> None:
        kept = given(number)
        if kept is None:
            return
        client, observer = kept
        try:
            getattr(observer, name)(*convert(*arguments))
        except BaseException as exception:
            client._raised.append(exception)

    return prototype(function)


class ClientBase(Closable):
    """One running game on one device."""

    #: True for a host that takes its events with next_event(). The results of its requests are then events too. Set it
    #: before the first request.
    polls = False

    def _open(self, options: "ClientOptions") -> None:
        self._raised: List[BaseException] = []
        self._observers: Dict[int, Kept] = {}
        self._requests: Set["Request[Any]"] = set()
        self._wakers: List[Callable[[], object]] = [] if options.wake is None else [options.wake]
        keeps: List[object] = [options]
        values = dataclasses.replace(options, wake=self._wake)._c(keeps)
        handle, error = c_void_p(), new_error()
        check(lib.iap_client_open_version(HEADER_VERSION, byref(values), byref(handle), byref(error)), error)
        self._take(handle.value, keeps)
        _open_clients.add(self)

    # Events

    def pump(self, max_events: int = 0) -> int:
        """Delivers events to requests and observers, and returns their number. Games call it once per frame.

        If a callback raised an exception, this method raises it after the delivery of the other events. Further
        exceptions go to sys.unraisablehook.
        """
        limit = to_uint32(max_events, "max_events")
        delivered = uninterrupted(self._raised, lib.iap_client_process_events, self._pointer, limit)
        self._raise()
        return check_count(delivered, "iap_client_process_events")

    def wait_events(self, timeout: float) -> bool:
        """Waits at most this many seconds for events, and returns whether there are any."""
        milliseconds = to_uint32(max(0, round(timeout * 1000)), "the timeout in milliseconds")
        return check_count(lib.iap_client_wait_events(self._pointer, milliseconds), "iap_client_wait_events") == 1

    def wait_until(self, condition: Callable[[], bool], timeout: Optional[float] = 30) -> bool:
        """Processes events until the condition is true, and returns whether it is. None waits without a limit."""
        deadline = None if timeout is None else time.monotonic() + timeout
        while not condition():
            if self._pump_if_free() > 0:
                continue
            left = SLICE_MS / 1000 if deadline is None else deadline - time.monotonic()
            if condition() or left <= 0:
                break
            self.wait_events(min(left, SLICE_MS / 1000))
        return condition()

    def next_event(self) -> Optional["Event"]:
        """Returns the next event, for a host that polls; None if there is none."""
        from ._interface import Event

        if self._requests:
            raise IapError(
                Status.INVALID_STATE, f"{next(iter(self._requests))!r} waits for pump(); set polls to use next_event()"
            )
        event = c_void_p()
        check_count(lib.iap_client_next_event(self._pointer, byref(event)), "iap_client_next_event")
        return Event._given_or_none(event.value)

    # Observers

    def _add_observer(self, observer: "Observer", functions: Dict[str, Any]) -> int:
        from ._interface import Observer

        kept, values, number, error = Kept((self, observer)), prepared(FloorObserver), c_uint64(), new_error()
        values.user_data = kept.number
        for name, function in functions.items():
            own = getattr(observer, name, None)
            if own is not None and getattr(own, "__func__", None) is not getattr(Observer, name):
                setattr(values, name, function)
        check(lib.iap_add_observer(self._pointer, byref(values), byref(number), byref(error)), error)
        self._observers[number.value] = kept
        return number.value

    def remove_observer(self, observer_id: int) -> None:
        """Removes the observer with this id from add_observer()."""
        error = new_error()
        check(lib.iap_remove_observer(self._pointer, to_uint64(observer_id, "observer_id"), byref(error)), error)
        self._observers.pop(observer_id).drop()

    # Requests

    def _request(self, name: str, function: Any, completion: Any, *arguments: Any) -> "Request[Any]":
        request: "Request[Any]" = Request(self, name)
        number, error = c_uint64(), new_error()
        completion, user_data = (type(completion)(), None) if self.polls else (completion, request._keep())
        status = function(self._pointer, *arguments, completion, user_data, byref(number), byref(error))
        if status != Status.OK:
            request._drop()
        check(status, error)
        request.id = number.value
        return request

    def cancel_request(self, request_id: int) -> None:
        """Ends a request with IAP_ERROR_CANCELLED, inside this call."""
        number, error = to_uint64(request_id, "request_id"), new_error()
        status = uninterrupted(self._raised, lib.iap_cancel_request, self._pointer, number, byref(error))
        self._raise()
        check(status, error)

    # The end

    def close(self) -> None:
        """Closes the client. Open requests end with IAP_ERROR_CANCELLED. A second close does nothing."""
        if self.is_closed:
            return
        status = uninterrupted(self._raised, lib.iap_client_close, self._pointer)
        if status not in (Status.OK, Status.CLOSED):
            raise IapError(status, "the client could not be closed and stays open")
        self._closed = True
        self._keeps = None
        self._observers.clear()
        _open_clients.discard(self)
        self._raise()

    # Inside

    def _wake(self) -> None:
        for wake in tuple(self._wakers):
            wake()

    def _pump_if_free(self) -> int:
        """Does the same as pump(); returns 0 if another thread is processing events now."""
        try:
            return self.pump()
        except IapError as error:
            if error.status != Status.WRONG_THREAD:
                raise
            time.sleep(0.001)
            return 0

    def _raise(self) -> None:
        if not self._raised:
            return
        raised = self._raised[:]
        self._raised.clear()
        # An exception that ends the program comes first.
        raised.sort(key=lambda exception: isinstance(exception, Exception))
        for exception in raised[1:]:
            report(exception)
        raise raised[0]


#: The library still calls a client that the program has dropped.
_open_clients: Set[ClientBase] = set()


def _close_all() -> None:
    """Closes all clients: no library thread may call Python when the interpreter ends."""
    for client in tuple(_open_clients):
        try:
            client.close()
        except BaseException as exception:
            report(exception)
    if "iap_set_log_function" in settings():
        lib.iap_set_log_function(LogLevel.NONE, LogFunction(), None, None)


atexit.register(_close_all)
